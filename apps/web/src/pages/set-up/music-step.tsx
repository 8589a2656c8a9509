import type { SetUp } from '@refrain/contract/administration/set-up'
import { textLimits } from '@refrain/contract/limits'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '../../administration/administer.ts'
import { setUpFoldersQuery } from '../../administration/set-up.ts'
import { queryClient } from '../../api/query-client.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { FolderPicker } from '../components/folder-picker.tsx'
import { FileCount } from './file-count.tsx'
import { fixedText } from './fixed-text.ts'
import { Step } from './step.tsx'

export type Music = 'own' | 'sample' | 'none'

interface Props {
  readonly fixed: SetUp['fixed']
  readonly code: string
  readonly music: Music
  readonly folder: string | null
  /** Why the folder was refused later. */
  readonly refusal: string | undefined
  readonly onMusic: (music: Music) => void
  readonly onFolder: (path: string | null) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

/** Which music is played: a folder is typed, or found by opening folders. */
export function MusicStep({ fixed, code, music, folder, refusal, onMusic, onFolder, onBack, onNext }: Props) {
  const [typed, setTyped] = useState(folder ?? '')
  const [error, setError] = useState(refusal)
  const [busy, setBusy] = useState(false)
  const isFixed = fixed.includes('music')
  const isOwn = !isFixed && music === 'own'
  const query = useQuery(setUpFoldersQuery(code, folder))

  /** @returns whether the typed folder is chosen now */
  async function choose(): Promise<boolean> {
    const path = typed.trim()
    setError(path === '' ? setUpTexts.noFolder : undefined)
    if (path === '') return false
    setBusy(true)
    try {
      const list = await queryClient.fetchQuery(setUpFoldersQuery(code, path))
      setTyped(list.path ?? '')
      onFolder(list.path)
      return true
    } catch (failure) {
      setError(failureText(failure, setUpTexts.failed))
      return false
    } finally {
      setBusy(false)
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    if (!isOwn || (await choose())) onNext()
  }

  return (
    <Step
      number={2}
      title={setUpTexts.music}
      text={fixedText(fixed, 'music')}
      form={{ onSubmit: event => void submit(event), noValidate: true }}
      action={setUpTexts.next}
      busy={busy}
      onBack={onBack}
    >
      {!isFixed && (
        <Radios
          label={setUpTexts.music}
          name="music"
          value={music}
          onChange={onMusic}
          options={musicOptions(fixed.includes('sample'))}
        />
      )}
      {isOwn && (
        <div>
          <FormField
            label={setUpTexts.folderField}
            name="folder"
            type="text"
            maxLength={textLimits.folder.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={event => setTyped(event.target.value)}
            onKeyDown={event => {
              // Shows what is in it; the button below goes on.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              void choose()
            }}
            errors={error ? { folder: error } : {}}
          />
          <FolderPicker
            query={query}
            path={folder}
            onChange={path => {
              setTyped(path ?? '')
              setError(undefined)
              onFolder(path)
            }}
          />
          {folder !== null && <FileCount code={code} folder={folder} />}
        </div>
      )}
    </Step>
  )
}

/** Texts are read within functions, after the language has been loaded. */
const musicOptions = (isSampleFixed: boolean) =>
  [
    ...(isSampleFixed ? [] : [['sample', setUpTexts.sampleMusic] as const]),
    ['none', setUpTexts.noMusic] as const,
    ['own', setUpTexts.ownMusic] as const,
  ] satisfies (readonly [Music, string])[]
