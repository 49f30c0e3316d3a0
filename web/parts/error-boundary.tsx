import { Component, type ReactNode } from 'react'
import { isReachable } from '../api/client.ts'
import { NotLoaded } from './lazy.tsx'
import { Notice } from './notice.tsx'

type Props = {
  /** The path of the screen. Another path resets the error. */
  place?: string
  children: ReactNode
}
type State = { problem: Error | null; isTrying: boolean; isStillAway: boolean }

const FINE: State = { problem: null, isTrying: false, isStillAway: false }

/** Shows a message when a screen fails, and keeps the rest of the app usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state = FINE

  static getDerivedStateFromError(problem: Error): Partial<State> {
    return { problem }
  }

  override componentDidMount() {
    window.addEventListener('online', this.#whenOnline)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.#whenOnline)
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.problem) this.setState(FINE)
  }

  /** Retries when the network is back. */
  readonly #whenOnline = () => {
    const { problem, isTrying } = this.state
    if (problem instanceof NotLoaded && !isTrying) void this.#tryAgain(problem)
  }

  /**
   * Loads the screen again. If that fails although the service responds, the page is reloaded: either there is a new
   * release, or the browser remembers that the file could not be loaded, as some do until the page is loaded again.
   */
  async #tryAgain(missing: NotLoaded): Promise<void> {
    this.setState({ isTrying: true, isStillAway: false })
    const isThere = await missing.loadAgain().then(
      () => true,
      () => false,
    )
    const isReplaced = !isThere && (await isReachable())
    // The person may have gone to another screen in the meantime.
    if (this.state.problem !== missing) return
    if (isThere) return this.setState(FINE)
    if (isReplaced) return location.reload()
    this.setState({ isTrying: false, isStillAway: true })
  }

  override render() {
    const { problem, isTrying, isStillAway } = this.state
    if (problem === null) return this.props.children
    if (!(problem instanceof NotLoaded))
      return (
        <Notice kind="problem">
          This screen could not be shown: {problem.message}{' '}
          <button type="button" className="link" onClick={() => location.reload()}>
            Reload
          </button>
        </Notice>
      )
    return (
      <Notice kind="problem">
        This screen could not be loaded: the service is not available, or has a new release. Pay run entries
        are kept.{' '}
        <button type="button" disabled={isTrying} onClick={() => void this.#tryAgain(problem)}>
          {isTrying ? 'Trying …' : 'Try again'}
        </button>
        {isStillAway && ' The service is still not available.'}
      </Notice>
    )
  }
}
