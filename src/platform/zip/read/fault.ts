/**
 * Why an archive is not extracted: it is not a zip archive, it is broken or hostile, it uses features that we do not
 * support, or it has more entries than the caller takes.
 */
export type ArchiveFaultReason = 'not_a_zip' | 'invalid' | 'unsupported' | 'too_many_entries'

/** Says in one sentence for the owner of an archive what is wrong with it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
  readonly reason: ArchiveFaultReason

  constructor(reason: ArchiveFaultReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
