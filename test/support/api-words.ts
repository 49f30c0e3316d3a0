/** Field names, codes, programming values, operations and addresses of the API, which a person should never have to read. */
const API_WORDS =
  /\b[a-z]+_[a-z_]+\b|\b[A-Z]{2,}_[A-Z_]+\b|\b(?:undefined|null|NaN)\b|\[object|\b(?:list|get|create|update|delete)[A-Z]\w+|\b(?:GET|PUT|POST|PATCH|DELETE) \S*\/|\/api\//g

/** The API words in a text for people. Ignores web addresses. */
export function apiWordsIn(text: string): string[] {
  return [...text.replaceAll(/https?:\/\/\S+/g, '').matchAll(API_WORDS)].map(([word]) => word)
}
