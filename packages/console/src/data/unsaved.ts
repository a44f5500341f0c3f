/** A text of the SQL editor. If it was saved as a worksheet, it has the saved text. */
type EditedText = { text: string; worksheetId?: string | undefined; savedText?: string | undefined };

/** Whether closing the text would lose something. */
export const isUnsaved = ({ text, worksheetId, savedText }: EditedText): boolean =>
  worksheetId === undefined ? text.trim() !== '' : text !== savedText;
