import type { Json, JsonObject } from '../src/http/json.ts'

type Media = { example?: Json }
type Parameter = { name: string; in: string; description?: string; required?: boolean }
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Json[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const pairs = (entries: Record<string, string>) =>
  Object.entries(entries).map(([key, value]) => ({ key, value, type: 'string' }))

/** Converts the document to a Postman 2.1 collection, which the usual tools can import. */
export function collectionOf(document: JsonObject): JsonObject {
  const info = document.info as { title: string; version: string; description: string }
  const tags = document.tags as { name: string; description: string }[]
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>
  const requests = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: requestOf(path, method, operation),
    })),
  )
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
  }))
  return {
    info: { name: info.title, version: info.version, description: info.description, schema: SCHEMA },
    item: folders.filter(({ item }) => item.length > 0),
    auth: { type: 'oauth2', oauth2: pairs(OAUTH) },
    variable: pairs({ base_url: 'http://127.0.0.1:8080', company_id: '1', employee_id: '1', pay_id: '1' }),
  }
}

const OAUTH = {
  grant_type: 'authorization_code_with_pkce',
  authUrl: '{{base_url}}/api/oauth/authorize',
  accessTokenUrl: '{{base_url}}/api/oauth/token',
  redirect_uri: 'http://127.0.0.1:49152/callback',
  clientId: 'demo-client',
  clientSecret: 'demo-secret',
  scope: 'openid payroll.read payroll.write',
  challengeAlgorithm: 'S256',
  addTokenTo: 'header',
}

function requestOf(path: string, method: string, operation: Operation): JsonObject {
  const { parameters = [], requestBody, security } = operation
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const parts = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const variable = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => ({ key: name, value: `{{${name}}}` }))
  const described = ({ name, description = '', required }: Parameter) => ({
    key: name,
    value: '',
    description,
    disabled: !required,
  })
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: `${operation.operationId}. ${operation.description ?? ''}`,
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(type ? [{ key: 'Content-Type', value: type }] : []),
        ...parameters.filter((parameter) => parameter.in === 'header').map(described),
      ],
      url: {
        raw: `{{base_url}}/${parts.join('/')}`,
        host: ['{{base_url}}'],
        path: parts,
        query: inQuery.map(described),
        variable,
      },
      ...bodyOf(type, media),
    },
  }
}

function bodyOf(type: string | undefined, media: Media | undefined): JsonObject {
  if (type === 'application/json')
    return {
      body: {
        mode: 'raw',
        raw: JSON.stringify(media?.example ?? {}, null, 2),
        options: { raw: { language: 'json' } },
      },
    }
  if (type !== 'application/x-www-form-urlencoded') return type ? { body: { mode: 'file' } } : {}
  const fields = Object.entries((media?.example ?? {}) as JsonObject)
  return {
    body: { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value: String(value) })) },
  }
}
