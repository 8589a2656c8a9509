import { titles } from '@refrain/messages/en/titles'
import { lazy, Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useSignedIn } from '../account/session.ts'
import { queryClient } from '../api/query-client.ts'
import { CallError } from '../api/send.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { PageBody } from './components/page-body.tsx'
import { SignInFirst } from './sign-in/sign-in-first.tsx'

const ErrorMessage = lazy(() => loadPart(() => import('./error-message.tsx')))

/** The default error page. The frame around it stays, so playback continues. */
export function ErrorPage() {
  const error = useRouteError()
  const isSignedIn = useSignedIn()
  useEffect(() => {
    // Failed queries are fetched again on the next visit of their page.
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [])
  const isForMembers = error instanceof CallError && error.status === 401
  return isForMembers && !isSignedIn ? <SignInFirst /> : <Failure error={error} />
}

function Failure({ error }: { readonly error: unknown }) {
  useDocumentTitle(titles.error)
  return (
    <Suspense fallback={<FailureTitle />}>
      <ErrorMessage error={error} />
    </Suspense>
  )
}

/** Until the code of the message is there: it is loaded with what a visit needs later, so nearly always. */
function FailureTitle() {
  return (
    <PageBody className="pt-12 pb-10">
      <h1 className="text-2xl font-extrabold">{titles.error}</h1>
    </PageBody>
  )
}
