import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { connectionTexts } from '@refrain/messages/en/connection'
import { titles } from '@refrain/messages/en/titles'
import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useRevalidator } from 'react-router'
import { checkConnection, onReconnect, useReachable } from '../api/connection.ts'
import { CallError } from '../api/send.ts'
import { paths } from '../paths.ts'
import { PageBody } from './components/page-body.tsx'

/** The message of an error, and its stack unless something was just not found. */
function describeError(error: unknown): { readonly message: string; readonly stack?: string } {
  if (isRouteErrorResponse(error)) return { message: `${error.status} ${error.statusText}` }
  if (error instanceof CallError && error.status === 404) return { message: error.message }
  if (error instanceof Error) return { message: error.message, ...(error.stack && { stack: error.stack }) }
  return { message: String(error) }
}

const BUTTON =
  'inline-flex h-11 items-center rounded-full px-6 font-semibold transition-colors duration-(--duration-quick)'

/** What has failed, and the ways on: the page is opened again by a press, and by itself once the server can be reached again. */
export default function ErrorMessage({ error }: { readonly error: unknown }) {
  const { message, stack } = describeError(error)
  const isReachable = useReachable()
  const { revalidate } = useRevalidator()
  useEffect(() => onReconnect(() => void revalidate()), [revalidate])
  const mayPass = stack !== undefined
  async function tryAgain(): Promise<void> {
    let isOpened = false
    const stop = onReconnect(() => {
      isOpened = true
    })
    await checkConnection()
    stop()
    if (!isOpened) await revalidate()
  }
  return (
    <PageBody className="pt-12 pb-10">
      <h1 className="text-2xl font-extrabold">{titles.error}</h1>
      <p className="mt-3 text-lg text-quiet">{message}</p>
      {!isReachable && mayPass && <p className="mt-2 max-w-xl text-quiet">{connectionTexts.loadsByItself}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        {mayPass && (
          <button
            type="button"
            className={`${BUTTON} bg-accent text-on-accent hover:bg-accent-hover`}
            onClick={() => void tryAgain()}
          >
            {connectionTexts.tryAgain}
          </button>
        )}
        <Link
          to={paths.home()}
          className={`${BUTTON} ${mayPass ? 'border border-line hover:bg-hover active:bg-pressed' : 'bg-accent text-on-accent hover:bg-accent-hover'}`}
        >
          {catalogueTexts.home}
        </Link>
      </div>
      {stack && (
        <details className="mt-8 text-sm text-quiet">
          <summary className="w-fit cursor-pointer rounded-small py-2.5 font-semibold hover:text-text">
            {connectionTexts.details}
          </summary>
          <pre className="mt-2 overflow-x-auto rounded-panel bg-raised p-4 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
            {stack}
          </pre>
        </details>
      )}
    </PageBody>
  )
}
