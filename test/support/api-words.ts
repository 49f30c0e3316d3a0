/** Field names, codes, values of programs, operations and addresses of the API: nothing that a person should have to read. */
const API_WORDS =
  /\b[a-z]+_[a-z_]+\b|\b[A-Z]{2,}_[A-Z_]+\b|\b(?:undefined|null|NaN)\b|\[object|\b(?:list|get|create|update|delete)[A-Z]\w+|\b(?:GET|PUT|POST|PATCH|DELETE) \S*\/|\/api\//g

/** What of the API is in a text that a person reads; addresses of pages are left out. */
export function apiWordsIn(text: string): string[] {
  return [...text.replaceAll(/https?:\/\/\S+/g, '').matchAll(API_WORDS)].map(([word]) => word)
}
