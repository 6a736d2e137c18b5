// A page that cannot be drawn is replaced by its start and a note; nothing leaves the window blank.
import { Component, type ComponentChildren } from "preact";

interface BoundaryProps { onFailure(): void; children: ComponentChildren }

/** Catches what its children throw while they are drawn. It calls `onFailure` once; the caller draws something else under another key. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(failure: unknown): void {
    console.warn(failure);
    this.setState({ failed: true });
    this.props.onFailure();
  }

  override render({ children }: BoundaryProps) {
    return this.state.failed ? null : children;
  }
}
