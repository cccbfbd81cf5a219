interface PurgeOptions {
  readonly batchRows?: number
  readonly batchesMax?: number
}

/** Stops at the first batch that is not full. After `batchesMax` batches the job's next run continues. */
export async function purgeInBatches(
  deleteBatch: (rowsMax: number) => Promise<number>,
  { batchRows = 5000, batchesMax = 400 }: PurgeOptions = {},
): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) if ((await deleteBatch(batchRows)) < batchRows) return
}
