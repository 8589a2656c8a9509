/** Something over the page that Back closes: a dialog, a menu or the now-playing sheet. */
interface Layer {
  readonly close: () => void
  /** Nothing closes it now, such as a dialog whose action is running. */
  readonly stays: () => boolean
}

/** Milliseconds after which a traversal counts as refused; none takes as long. */
const REFUSED_MS = 1000

/** Those that are open, the uppermost last. */
const layers: Layer[] = []
/** Waiting for the entries above the page to be left; empty if nobody does. */
let waiting: (() => void)[] = []
/** While this module moves through the history. */
let traversing: ReturnType<typeof setTimeout> | undefined
let scheduled = false
let listening = false
/** The page of the current entry, as its key in the history. */
let page: unknown
/** The page that is on the screen, the same way; undefined where nothing notes it. */
let shown: unknown
/** What opens during a navigation gets its entry on the next page, which would bury it. */
let isNavigating = false

/** The number of the layer that an entry of the history stands for; 0 for a page. */
const layerOf = (state: unknown) => Number((state as { layer?: unknown } | null)?.layer ?? 0)
const keyOf = (state: unknown) => (state as { key?: unknown } | null)?.key

/** Whether a dialog, a menu or the sheet is open. */
export const hasLayers = () => layers.length > 0

/**
 * Lets Back close something that has opened: adds an entry to the history that has the address of the page.
 * @returns removes the entry; call it when the layer has closed in any way
 */
export function addLayer(layer: Layer): () => void {
  listen()
  layers.push(layer)
  schedule()
  return () => {
    const place = layers.indexOf(layer)
    if (place < 0) return
    layers.splice(place, 1)
    schedule()
  }
}

/**
 * Closes all layers as a navigation begins, also those of the frame, and leaves their entries: the next page takes their
 * place. Undefined if there are none: callers that need not wait should not. `endNavigation` must follow.
 */
export function beginNavigation(): Promise<void> | undefined {
  isNavigating = true
  closeAll()
  // What waits goes first.
  if (layerOf(history.state) === 0 && traversing === undefined && waiting.length === 0) return undefined
  const left = new Promise<void>(resolve => waiting.push(resolve))
  match()
  return left
}

export function endNavigation(): void {
  isNavigating = false
  schedule()
}

/** Call it when the page of the current entry is on the screen, without the layers of the page before. */
export function noteShownPage(): void {
  shown = keyOf(history.state)
  schedule()
}

/** Call it whenever the page may have changed. */
export function notePage(): void {
  page = keyOf(history.state)
}

/** After a reload on the entry of a layer, which is no longer open: goes back to the page. */
export function leaveStaleLayers(): void {
  listen()
  notePage()
  schedule()
}

function listen(): void {
  if (listening) return
  listening = true
  // Before the router, which must not see moves within a page.
  addEventListener('popstate', handlePop, { capture: true })
}

/** One layer often closes as the next one opens: both are done by then, and the entry is used again. */
function schedule(): void {
  if (scheduled) return
  scheduled = true
  setTimeout(match)
}

/** Gives the history as many entries above the page as layers are open. */
function match(): void {
  scheduled = false
  if (traversing !== undefined) return
  const entry = layerOf(history.state)
  notePage()
  if (!isNavigating && (shown === undefined || shown === page))
    for (let layer = entry + 1; layer <= layers.length; layer++)
      history.pushState({ ...history.state, layer }, '')
  if (entry > layers.length) {
    traversing = setTimeout(giveUp, REFUSED_MS)
    history.go(layers.length - entry)
    return
  }
  const done = waiting
  waiting = []
  for (const resolve of done) resolve()
}

/** The browser has not moved, for instance as there is nothing before this entry: it becomes the page's. */
function giveUp(): void {
  traversing = undefined
  history.replaceState({ ...history.state, layer: undefined }, '')
  match()
}

function handlePop(event: PopStateEvent): void {
  const isOwn = traversing !== undefined
  clearTimeout(traversing)
  traversing = undefined
  if (keyOf(event.state) !== page) {
    // Another page: the router shows it.
    page = keyOf(event.state)
    closeAll()
    schedule()
    return
  }
  event.stopImmediatePropagation()
  if (!isOwn) closeAbove(layerOf(event.state))
  // Also leaves the entry of a closed layer that Forward led to.
  schedule()
}

/** Those that stay close by themselves, or are added again if not. */
function closeAll(): void {
  for (const { stays, close } of layers.splice(0)) if (!stays()) close()
}

/** Closes the uppermost layers until `count` are left. */
function closeAbove(count: number): void {
  while (layers.length > count) {
    if (layers.at(-1)!.stays()) return
    layers.pop()!.close()
  }
}
