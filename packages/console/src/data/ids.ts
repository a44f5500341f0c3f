const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Whether a text that somebody pasted is an id, with or without dashes; those of files may have a prefix. */
export const looksLikeId = (text: string): boolean => UUID.test(text.trim().replace(/^file_/i, ''));
