import { type ComponentType, lazy as reactLazy } from 'react'

type Load = () => Promise<{ default: ComponentType<object> }>

/** A part of the app could not be fetched: there is no network, or a new release has replaced it. */
export class NotLoaded extends Error {
  /** Fetches it again; from then on it can be drawn. */
  readonly loadAgain: () => Promise<void>

  constructor(loadAgain: () => Promise<void>, cause: unknown) {
    super('This screen could not be loaded.', { cause })
    this.loadAgain = loadAgain
  }
}

/** Like React's, for a part that may be missing: the failure says what it is, and how to try again. */
export const lazy = ((load: Load) => {
  const prepare = () =>
    reactLazy(() =>
      load().catch((cause) => {
        throw new NotLoaded(loadAgain, cause)
      }),
    )
  // Not with the failure itself: React draws a second time before it gives up, and would fetch for ever.
  const loadAgain = async () => {
    await load()
    Screen = prepare()
  }
  let Screen = prepare()
  return (props: object) => <Screen {...props} />
}) as unknown as typeof reactLazy
