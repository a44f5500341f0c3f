/** A wrong value in the environment. The message is one line that says which variable, what it got and what it takes. */
export class ConfigError extends Error {}
