import { type ComponentType, lazy, Suspense, useState } from 'react'

let Loaded: ComponentType | undefined
let loading: Promise<unknown> | undefined

/** Loads the footer's code, so that the footer is rendered at once from then on. A failure leaves the page without a footer. */
export function loadFooter(): Promise<unknown> {
  loading ??= importFooter().then(footer => {
    Loaded = footer.default
  })
  return loading
}

const importFooter = () =>
  import('./footer.tsx').catch((): { default: ComponentType } => ({ default: () => null }))

// Loaded after the page, which works without it.
const Later = lazy<ComponentType>(importFooter)

/** The footer as soon as its code is loaded; until then, the server-rendered one stays where it is hydrated. */
export function LateFooter() {
  const [Footer] = useState<ComponentType>(() => Loaded ?? Later)
  return (
    <Suspense>
      <Footer />
    </Suspense>
  )
}
