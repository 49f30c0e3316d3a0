import { ruleOf, UNUSUAL_NAMES } from '../src/features/workflows/unusual/index.ts'
import { fillIn } from '../src/features/workflows/unusual/rules.ts'

const INTRODUCTION = `# What is reported as unusual

Written by \`npm run docs\` from \`src/features/workflows/unusual/rules.ts\`; \`test/api/trust/unusual.test.ts\` tests each rule.

Nothing here stops a pay run, and there is no score: each report is a sentence with its reason.

- The check of a run (\`GET …/pay-runs/{id}/readiness\`, and the check in the web app) shows what is unusual about the run. Each finding names its \`rule\`.
- When the run is processed, the owners get one mail about it. \`GET /api/work\` lists it for two weeks, with the kind \`unusual\`.
- Each thing is reported once. A run that changes later is looked at again, and only what is new is reported.
- Sandboxes are checked, but send no e-mails about it.
`

/** docs/unusual.md: one section per rule. */
export function unusualPage(): string {
  const sections = UNUSUAL_NAMES.map((name) => {
    const { title, looksAt, limits, sentence, why, shownIn } = ruleOf(name)
    const figures = Object.entries(limits).map(([key, value]) => `${key} ${value}`)
    return [
      `## ${title}`,
      '',
      `Rule \`${name}\`, shown in ${shownIn}.`,
      '',
      `- **Looks at**: ${fillIn(looksAt, limits)}`,
      `- **Limits**: ${figures.join(', ') || 'none'}.`,
      `- **Says**: "${sentence}"`,
      `- **Why**: ${why}`,
      '',
    ].join('\n')
  })
  return [INTRODUCTION, ...sections].join('\n')
}
