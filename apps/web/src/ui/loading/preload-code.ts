const loading = new Map<string, Promise<void>>()

/**
 * Loads a chunk with what it imports in parallel, and after its style sheets. Takes the place of Vite's own helper, which is larger
 * and knows only files at the root of a host: load-code.ts in the build names it. Files are found beside this code's own.
 * @param deps paths of files in the folder of the build
 * @throws if a style sheet or the chunk cannot be loaded
 */
export function preloadCode<Code>(load: () => Promise<Code>, deps: readonly string[] = []): Promise<Code> {
  return Promise.all(deps.map(preloadOnce)).then(load)
}

function preloadOnce(dep: string): Promise<void> {
  const href = new URL(/* @vite-ignore */ `../${dep}`, import.meta.url).href
  let promise = loading.get(href)
  if (!promise) {
    promise = preload(href, dep.endsWith('.css'))
    loading.set(href, promise)
    promise.catch(() => loading.delete(href))
  }
  return promise
}

async function preload(href: string, isStyle: boolean): Promise<void> {
  const rel = isStyle ? 'stylesheet' : 'modulepreload'
  for (const link of document.querySelectorAll('link')) if (link.rel === rel && link.href === href) return
  const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href })
  document.head.append(link)
  // The browser imports the code itself, whether this succeeds or not.
  if (!isStyle) return
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      // Or the next attempt would find it.
      link.remove()
      reject(new Error(`${href} could not be loaded.`))
    }
  })
}
