import { type ComponentType, lazy as reactLazy } from 'react'

type Load = () => Promise<{ default: ComponentType<object> }>

/** A chunk of the app could not be loaded, because the network is down or a new release has replaced it. */
export class NotLoaded extends Error {
  /** Loads the chunk again, so it can be rendered. */
  readonly loadAgain: () => Promise<void>

  constructor(loadAgain: () => Promise<void>, cause: unknown) {
    super('This screen could not be loaded.', { cause })
    this.loadAgain = loadAgain
  }
}

/** React's `lazy` for a chunk that may be missing. The error names the problem and can retry. */
export const lazy = ((load: Load) => {
  const prepare = () =>
    reactLazy(() =>
      load().catch((cause) => {
        throw new NotLoaded(loadAgain, cause)
      }),
    )
  // Not done when a load fails: React renders once more before it gives up, so it would load again forever.
  const loadAgain = async () => {
    await load()
    Screen = prepare()
  }
  let Screen = prepare()
  return (props: object) => <Screen {...props} />
}) as unknown as typeof reactLazy
