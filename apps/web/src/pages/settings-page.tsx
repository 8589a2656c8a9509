import { playbackTexts } from '@refrain/messages/en/playback'
import { titles } from '@refrain/messages/en/titles'
import { CrossfadeSetting } from '../listening/settings/crossfade-setting.tsx'
import { LoudnessSetting } from '../listening/settings/loudness-setting.tsx'
import { QualitySettings } from '../listening/settings/quality-settings.tsx'
import { RepeatSetting } from '../listening/settings/repeat-setting.tsx'
import { SpeedSetting } from '../listening/settings/speed-setting.tsx'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'

/** Playback settings, stored in the browser, for guests and members. */
export function Component() {
  useDocumentTitle(titles.settings)
  return (
    <PageBody className="py-6">
      <div className="mx-auto grid max-w-160 gap-4">
        <PageHeading>{playbackTexts.settings}</PageHeading>
        <QualitySettings />
        <RepeatSetting />
        <CrossfadeSetting />
        <LoudnessSetting />
        <SpeedSetting />
        <p className="px-1 text-xs text-quiet">{playbackTexts.savedInThisBrowser}</p>
      </div>
    </PageBody>
  )
}
