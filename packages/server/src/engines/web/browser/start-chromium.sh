#!/bin/sh
# Runs in place of Chromium: writes its process id, switches to the user of ERRAND_AS and becomes Chromium.
echo $$ > "$ERRAND_PID_FILE" || exit 1
exec $ERRAND_AS "$ERRAND_CHROMIUM" "$@"
