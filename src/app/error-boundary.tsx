import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /**
   * Draws the replacement of the failed part.
   * @param retry renders the part again
   * @param tries the number of retries so far
   */
  readonly draw: (retry: () => void, tries: number) => ReactNode;
  readonly children: ReactNode;
}

/** Catches rendering errors, so that the viewer sees a way on instead of a black screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean; tries: number }> {
  override state = { hasFailed: false, tries: 0 };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, draw } = this.props;
    const { hasFailed, tries } = this.state;
    return hasFailed ? draw(() => this.setState({ hasFailed: false, tries: tries + 1 }), tries) : children;
  }
}
