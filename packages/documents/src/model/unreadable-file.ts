/** The file cannot be read. The message is a sentence without its subject, the file's name: `is empty.` */
export class UnreadableFile extends Error {}
