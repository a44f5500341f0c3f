/** A text of the SQL editor; one that was saved as a worksheet knows the text it had then. */
type EditedText = { text: string; worksheetId?: string | undefined; savedText?: string | undefined };

/** Whether closing the text would lose something. */
export const isUnsaved = ({ text, worksheetId, savedText }: EditedText): boolean =>
  worksheetId === undefined ? text.trim() !== '' : text !== savedText;
