import manifest from '../../../../package.json' with { type: 'json' }

/** The number of the release: of the packages, the health answer, the tag and the changelog alike. */
export const RELEASE: string = manifest.version
