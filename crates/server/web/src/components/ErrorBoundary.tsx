// A page that cannot be drawn is replaced by its start and a note; nothing leaves the window blank.
import { Component, type ComponentChildren } from "preact";

interface ErrorBoundaryProps { onFailure(): void; children: ComponentChildren }

/** Catches what its children throw while they are drawn. It calls `onFailure` once; the caller scrambleOptions something else under another key. */
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
