import { Component, type ReactNode } from 'react';
import { CrashScreen } from '#src/screens/error/service-screens.tsx';

interface ErrorBoundaryProps {
  /** Makes the app ready to begin at its first screen. */
  readonly onHome: () => void;
  readonly children: ReactNode;
}

/** Catches what broke while drawing, so that the viewer gets a way on instead of a black picture. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <CrashScreen
        onHome={() => {
          this.props.onHome();
          this.setState({ hasFailed: false });
        }}
      />
    );
  }
}
