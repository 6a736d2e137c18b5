// Error boundary: a page that cannot be rendered is reset and a notice is shown, so that the window is never blank.
import { Component, type ComponentChildren } from "preact";

interface ErrorBoundaryProps { onFailure(): void; children: ComponentChildren }

/** Catches errors of its children during rendering. Calls `onFailure` once; the caller then renders other content under
 * another key. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(failure: unknown): void {
    console.warn(failure);
    this.setState({ failed: true });
    this.props.onFailure();
  }

  override render({ children }: ErrorBoundaryProps) {
    return this.state.failed ? null : children;
  }
}
