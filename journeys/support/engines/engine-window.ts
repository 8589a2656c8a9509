/** A window of Firefox or WebKit, in the calls that both of their drivers offer. */
export interface EngineWindow {
  /** Opens a path and waits until the page's code has loaded. */
  open(path: string): Promise<void>
  /** The path that is open. */
  path(): Promise<string>
  /** Runs a function in the page; it may return a promise. */
  evaluate<Result, Args extends unknown[]>(
    act: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Clicks at a position in the window, in pixels. */
  click(x: number, y: number): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  pressEnter(): Promise<void>
}
