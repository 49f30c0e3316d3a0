import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite, ROOT, readPages } from '../../scripts/docs-site/build.ts'
import { brokenLinks } from '../../scripts/docs-site/links.ts'
import { groupsFor } from '../../scripts/docs-site/navigation.ts'
import { docsSite } from '../../src/features/platform/meta/docs-site.ts'
import type { App } from '../../src/http/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'tasman-docs-'))
const site = join(folder, 'docs')
beforeAll(() => {
  buildSite(site, '9.8.7')
})
afterAll(() => rmSync(folder, { recursive: true }))

const htmlFiles = () =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))

it('has every guide and concept in its navigation', () => {
  const all = [...readPages().keys()]
  const listed = new Set(groupsFor(all).flatMap(({ pages }) => pages))
  const pages = all.filter((page) => /^docs\/(?:guides|concepts)\//.test(page))
  expect(pages.filter((page) => !listed.has(page))).toEqual([])
})

it('shows its release, and every address in it leads to a file', () => {
  for (const file of htmlFiles()) {
    const html = readFileSync(join(site, file), 'utf8')
    expect(html).toContain('Release 9.8.7')
    for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
      if (/^(?:[a-z]+:|\/)/.test(address)) continue
      expect(existsSync(join(site, dirname(file), address)), `${file}: ${address}`).toBe(true)
    }
  }
})

it('has a diagram on each concept page', () => {
  for (const file of readdirSync(join(site, 'concepts')))
    expect(readFileSync(join(site, 'concepts', file), 'utf8')).toContain('diagrams/')
})

it('finds headings by search', () => {
  const entries = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8')) as {
    address: string
    title: string
  }[]
  expect(entries.some(({ title }) => title === 'Terms by date')).toBe(true)
  expect(entries.some(({ address }) => address === 'decisions/money.html#owed-sent-open')).toBe(true)
})

it('has no link that leads nowhere', () => {
  expect(brokenLinks(readPages(), ROOT)).toEqual([])
})

it('names no file of the project that is not there, as proof of a control', () => {
  const named = [...readPages()]
    .filter(([path]) => path === 'SECURITY.md' || path.startsWith('docs/compliance/'))
    .flatMap(([, text]) => [...text.matchAll(/`((?:test|src|examples|ops|docs)\/[\w./-]+)`/g)])
    .map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

it('finds links that lead nowhere', () => {
  const pages = new Map([
    [
      'docs/planted.md',
      '# One\n[a](#one) [b](#two) [c](gone.md) [d](../README.md) [e](https://example.com) `[f](no.md)`',
    ],
  ])
  expect(brokenLinks(pages, ROOT)).toEqual(['docs/planted.md: #two', 'docs/planted.md: gone.md'])
})

describe('the service', () => {
  const serve = async (built: string) => {
    const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
    await app.register(docsSite(built) as never)
    return app as unknown as App
  }

  it('serves the site under /docs, and nothing beside it', async () => {
    const app = await serve(site)
    const get = async (url: string) => (await app.inject({ method: 'GET', url })).statusCode
    expect(await get('/docs')).toBe(301)
    expect(await get('/docs/')).toBe(200)
    expect(await get('/docs/guides/oauth.html')).toBe(200)
    expect(await get('/docs/decisions/index.html')).toBe(200)
    expect(await get('/docs/site.css')).toBe(200)
    expect(await get('/docs/gone.html')).not.toBe(200)
    expect(await get('/docs/..%2f..%2fpackage.json')).not.toBe(200)
    await app.close()
  })

  it('says what to do when the site is not built', async () => {
    const app = await serve(join(folder, 'none'))
    const answer = await app.inject({ method: 'GET', url: '/docs/' })
    expect(answer.body).toContain('npm run docs:site')
    await app.close()
  })
})
