import type { JsonObject } from '../src/http/json.ts'

type Operation = { operationId: string; summary: string; tags?: string[]; security?: { oauth2?: string[] }[] }

const INTRODUCTION = `# Scopes

Which scope each operation needs, as the served schema says it. Written by \`npm run docs\`; \`test/api/meta/scopes.test.ts\` compares this page
with the running service and calls every operation without its scope.

- \`payroll.write\` satisfies \`payroll.read\`; \`partner.checkout.write\` satisfies \`partner.checkout.preview\`.
- Every payroll operation that is not a GET needs \`payroll.write\`, also when it only calculates or previews.
- A token without the scope is answered 403, with \`WWW-Authenticate: Bearer error="insufficient_scope", scope="…"\`.
- What a role may do beyond that is in [roles.md](roles.md).
`

/** The scope that an operation of the served document requires, in words. */
export function scopeOf({ security = [] }: Operation): string {
  if (security.length === 0) return 'none, public'
  const [scope] = security[0]?.oauth2 ?? []
  return scope ? `\`${scope}\`` : 'any token'
}

/** docs/scopes.md: one line per operation of the served document, by group. */
export function scopesPage(document: JsonObject): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const groups = new Map<string, string[]>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const group = operation.tags?.[0] ?? ''
      const line = `| \`${method.toUpperCase()} ${path}\` | ${operation.operationId} | ${scopeOf(operation)} |`
      groups.set(group, [...(groups.get(group) ?? []), line])
    }
  const tables = [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([group, lines]) =>
      [`## ${group}`, '', '| Operation | Id | Scope |', '|---|---|---|', ...lines, ''].join('\n'),
    )
  return [INTRODUCTION, ...tables].join('\n')
}
