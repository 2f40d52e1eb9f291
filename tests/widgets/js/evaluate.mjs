// Calls an exported function of raggedkit/widgets/js/src: JSON [module, name, [[argument, ...], ...]] on stdin.
import { readFileSync } from "node:fs";

const [module, name, calls] = JSON.parse(readFileSync(0, "utf8"));
const { [name]: called } = await import(`../../../raggedkit/widgets/js/src/${module}`);
process.stdout.write(JSON.stringify(calls.map((given) => called(...given))));
