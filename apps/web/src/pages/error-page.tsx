import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { titles } from '@refrain/messages/en/titles'
import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { useSignedIn } from '../account/session.ts'
import { queryClient } from '../api/query-client.ts'
import { CallError } from '../api/send.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { PageBody } from './components/page-body.tsx'
import { SignInFirst } from './sign-in/sign-in-first.tsx'

/** The message of an error, and its stack unless something was just not found. */
function describeError(error: unknown): { readonly message: string; readonly stack?: string } {
  if (isRouteErrorResponse(error)) return { message: `${error.status} ${error.statusText}` }
  if (error instanceof CallError && error.status === 404) return { message: error.message }
  if (error instanceof Error) return { message: error.message, ...(error.stack && { stack: error.stack }) }
  return { message: String(error) }
}

/** The default error page. The frame around it stays, so playback continues. */
export function ErrorPage() {
  const error = useRouteError()
  const isSignedIn = useSignedIn()
  useEffect(() => {
    // Failed queries are fetched again on the next visit of their page.
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [])
  const isForMembers = error instanceof CallError && error.status === 401
  return isForMembers && !isSignedIn ? <SignInFirst /> : <ErrorMessage error={error} />
}

function ErrorMessage({ error }: { readonly error: unknown }) {
  const { message, stack } = describeError(error)
  useDocumentTitle(titles.error)
  return (
    <PageBody className="pt-12 pb-10">
      <h1 className="text-2xl font-extrabold">{titles.error}</h1>
      <p className="mt-3 text-lg text-quiet">{message}</p>
      <Link
        to={paths.home()}
        className="mt-6 inline-flex h-11 items-center rounded-full bg-accent px-6 font-semibold text-on-accent transition-colors duration-(--duration-quick) hover:bg-accent-hover"
      >
        {catalogueTexts.home}
      </Link>
      {stack && (
        <pre className="mt-8 overflow-x-auto rounded-panel bg-raised p-4 text-xs whitespace-pre-wrap text-quiet [overflow-wrap:anywhere]">
          {stack}
        </pre>
      )}
    </PageBody>
  )
}
