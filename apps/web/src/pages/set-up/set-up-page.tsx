import { type SetUp, type SetUpChoice, UNREADABLE_FOLDER } from '@refrain/contract/administration/set-up'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useSignedIn } from '../../account/session.ts'
import { failureText } from '../../administration/administer.ts'
import { setUp, setUpFoldersQuery } from '../../administration/set-up.ts'
import { setUpQuery } from '../../administration/set-up-query.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { paths } from '../../paths.ts'
import { prefix } from '../../prefix.ts'
import { useErrorToast } from '../../ui/dialogs/toast.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import mark from '../../ui/mark.svg'
import { PageBody } from '../components/page-body.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { type Access, AccessStep } from './access-step.tsx'
import { type Account, AccountStep } from './account-step.tsx'
import { ImportBegun } from './import-begun.tsx'
import { type Music, MusicStep } from './music-step.tsx'

/** What the last try failed for, by the field where it can be put right. */
interface Failure {
  readonly code?: string
  readonly folder?: string
}

/** The set-up of a new service, in three steps, then the import that it has begun. */
export function Component() {
  useDocumentTitle(titles.setUp)
  const linkCode = useLinkCode()
  const [begins, setBegins] = useState(false)
  // Afterwards it answers 404.
  const { data } = useQuery({ ...setUpQuery, enabled: !begins })
  const [done, setDone] = useState<Music | null>(null)
  const isSignedIn = useSignedIn()
  if (done === 'none' || (isSignedIn && !begins)) return <Navigate to={paths.home()} replace />
  return (
    <PageBody className="py-6 sm:py-10">
      <div className="mx-auto max-w-120">
        <img src={prefix + mark} alt="" width={48} height={48} className="size-12" />
        <PageHeading>{setUpTexts.title({ product: PRODUCT_NAME })}</PageHeading>
        <p className="mt-2 mb-4 text-quiet">{setUpTexts.text}</p>
        {done !== null ? (
          <ImportBegun isSample={done === 'sample'} />
        ) : (
          data && (
            <SetUpSteps
              key={linkCode}
              state={data}
              linkCode={linkCode}
              onBegin={setBegins}
              onDone={setDone}
            />
          )
        )}
      </div>
    </PageBody>
  )
}

/** The code of the link that the start prints, or ''. Taken out of the address, so that it does not stay in the history. */
function useLinkCode(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(hash.slice(1)).get('code') ?? ''
  const [code, setCode] = useState(given)
  useEffect(() => {
    if (given === '') return
    setCode(given)
    void navigate(pathname, { replace: true })
  }, [given, navigate, pathname])
  return code
}

interface StepsProps {
  readonly state: SetUp
  readonly linkCode: string
  readonly onDone: (music: Music) => void
  /** The service is being set up: who signs in with that has not been here before. */
  readonly onBegin: (begins: boolean) => void
}

function SetUpSteps({ state, linkCode, onBegin, onDone }: StepsProps) {
  const { fixed } = state
  const { showError, toast } = useErrorToast()
  const isFixed = (choice: SetUpChoice) => fixed.includes(choice)
  const [step, setStep] = useState(1)
  const [code, setCode] = useState(linkCode)
  // The link of an earlier start has an old one.
  const [asksForCode, setAsksForCode] = useState(linkCode === '')
  const [failure, setFailure] = useState<Failure>({})
  const [account, setAccount] = useState<Account | null>(null)
  const [music, setMusic] = useState<Music>(isFixed('sample') ? 'none' : 'sample')
  const [folder, setFolder] = useState<string | null>(null)
  const [access, setAccess] = useState<Access>(state)
  const isOwn = music === 'own' && !isFixed('music')

  function go(to: number): void {
    setFailure({})
    setStep(to)
  }

  /** Says what went wrong where that can be put right. */
  function refuse(error: unknown): void {
    const text = failureText(error, setUpTexts.failed)
    if (error instanceof CallError && error.status === 403) {
      setAsksForCode(true)
      setFailure({ code: text })
      setStep(1)
    } else if (text === UNREADABLE_FOLDER) {
      setFailure({ folder: text })
      setStep(2)
    } else showError(text)
  }

  async function check(given: Account): Promise<void> {
    setFailure({})
    try {
      await queryClient.fetchQuery(setUpFoldersQuery(code, null))
      setAccount(given)
      go(2)
    } catch (error) {
      refuse(error)
    }
  }

  async function finish(): Promise<void> {
    if (!account) return
    setFailure({})
    onBegin(true)
    try {
      await setUp({
        ...account,
        code,
        ...(isOwn && folder !== null && { music: folder }),
        ...(!isFixed('sample') && { sample: music !== 'none' }),
        ...(!isFixed('serviceName') && { serviceName: access.serviceName.trim() }),
        ...(!isFixed('signUp') && { signUp: access.signUp }),
        ...(!isFixed('guests') && { guests: access.guests }),
      })
      onDone(isFixed('music') ? 'own' : music)
    } catch (error) {
      onBegin(false)
      refuse(error)
    }
  }

  return (
    <>
      <AccountStep
        isShown={step === 1}
        {...{ asksForCode, code }}
        codeError={failure.code}
        onCode={setCode}
        onNext={check}
      />
      {step === 2 && (
        <MusicStep
          {...{ fixed, code, music, folder }}
          refusal={failure.folder}
          onMusic={setMusic}
          onFolder={setFolder}
          onBack={() => go(1)}
          onNext={() => go(3)}
        />
      )}
      {step === 3 && (
        <AccessStep
          {...{ fixed, access, code }}
          folder={isOwn ? folder : null}
          onChange={change => setAccess(last => ({ ...last, ...change }))}
          onBack={() => go(2)}
          onFinish={finish}
        />
      )}
      {toast}
    </>
  )
}
