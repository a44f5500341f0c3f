/** What is wrong with the file of a list. The message is public. */
export class ListProblem extends Error {}
