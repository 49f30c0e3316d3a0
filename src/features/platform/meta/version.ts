import manifest from '../../../../package.json' with { type: 'json' }

/** The release number, used by the packages, the health response, the tag and the changelog. */
export const RELEASE: string = manifest.version
