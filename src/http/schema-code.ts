/**
 * How checks are compiled from schemas, which happens when they are first needed. Passes that shorten what was written take half of
 * that time, and what they shorten is no faster: the engine leaves out the same once a check is used often.
 */
export const SCHEMA_CODE = { optimize: false }
