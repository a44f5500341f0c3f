/** The file cannot be read, in a sentence for its owner that starts after its name: `is empty.` */
export class UnreadableFile extends Error {}
