import { Component, type ReactNode } from 'react'
import { Notice } from './notice.tsx'

/** A screen that fails shows a sentence, and the rest of the app stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { problem: string | null }> {
  override state = { problem: null as string | null }

  static getDerivedStateFromError(error: Error) {
    return { problem: error.message }
  }

  override render() {
    if (this.state.problem === null) return this.props.children
    return (
      <Notice kind="problem">
        This screen could not be shown: {this.state.problem}{' '}
        <button type="button" className="link" onClick={() => location.reload()}>
          Reload
        </button>
      </Notice>
    )
  }
}
