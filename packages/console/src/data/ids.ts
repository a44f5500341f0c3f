const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Whether a pasted text is an id, with or without dashes. File ids may have a prefix. */
export const looksLikeId = (text: string): boolean => UUID.test(text.trim().replace(/^file_/i, ''));
