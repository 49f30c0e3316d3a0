/** The version of the interface, as the OpenAPI document carries it. */
export const VERSION = '0.1.0'
