import { lazy, Suspense, type ComponentType } from 'react'
import { trayWanted } from '../../uploads/presence.ts'
import { useValue } from '../../uploads/use-value.ts'

/** Fetched with the first upload. If that fails, uploads run unseen. */
const Tray = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('../../uploads/tray.tsx')).Tray }
  } catch {
    return { default: () => null }
  }
})

/** The tray, once there is something to show. */
export function UploadsTray() {
  return (
    useValue(trayWanted) && (
      <Suspense>
        <Tray />
      </Suspense>
    )
  )
}
