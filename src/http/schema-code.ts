/**
 * How validators are compiled from schemas, on first use. The optimiser takes half of that time, and its code
 * is no faster. The JavaScript engine makes the same simplifications once a validator is used often.
 */
export const SCHEMA_CODE = { optimize: false }
