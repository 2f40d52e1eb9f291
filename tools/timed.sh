#!/bin/sh
# usage: tools/timed.sh NAME MINUTES COMMAND...
# Runs the command and prints its time, and the limit in MINUTES on two idle cores (0: no limit). Exceeding the
# limit prints a conspicuous line but is never a failure: the machine may be busy.
name="$1"
minutes="$2"
shift 2

started="$(date +%s)"
"$@"
status=$?
took=$(($(date +%s) - started))

if [ "$minutes" -eq 0 ]; then
    echo "$name: $took s"
elif [ "$took" -le $((minutes * 60)) ]; then
    echo "$name: $took s of $((minutes * 60)) s"
else
    echo "$name: OVER ITS TIME, $took s of $((minutes * 60)) s"
fi
exit "$status"
