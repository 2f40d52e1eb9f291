// Copies a text to the clipboard, or selects it if there is none.

/**
 * @param {HTMLElement} element with the text
 * @returns {Promise<string>} what happened, in a few words
 */
export async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent ?? "");
    return "copied";
  } catch {
    // A sandboxed frame has no clipboard: the selected text can be copied by hand.
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return "selected: press Ctrl+C";
  }
}
