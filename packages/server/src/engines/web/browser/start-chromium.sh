#!/bin/sh
# Runs in place of Chromium, with its arguments: tells its process id, becomes whom ERRAND_AS says, and goes on as Chromium.
echo $$ > "$ERRAND_PID_FILE" || exit 1
exec $ERRAND_AS "$ERRAND_CHROMIUM" "$@"
