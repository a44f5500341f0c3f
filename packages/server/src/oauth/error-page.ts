/** Shows an error that cannot be sent to the program, for example because its address is not to be trusted. */
export async function renderError(
  context: {
    type: string;
    body: unknown;
    accepts(...types: string[]): string | false;
    set(name: string, value: string): void;
  },
  out: { error: string; error_description?: string },
): Promise<void> {
  if (context.accepts('json', 'html') !== 'html') {
    context.body = out;
    return;
  }
  const { error, error_description: reason = '' } = out;
  context.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  context.type = 'html';
  context.body = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Errand</title></head>
  <body>
    <h1>The program cannot be signed in</h1>
    <p>${escapeHtml(reason)} (${escapeHtml(error)})</p>
    <p>Go back to the program and try again. If it happens again, tell the people who made it.</p>
  </body>
</html>
`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
