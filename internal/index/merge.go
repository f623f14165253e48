package index

import (
	"context"

	"coderag/internal/fault"
	"coderag/internal/postings"
)

// maxMergeRounds bounds how often one sweep looks for merges: each round can
// fill the next tier, and there are few tiers.
const maxMergeRounds = 8

// mergeSegments merges what postings.PlanMerges says until nothing is left.
func mergeSegments(ctx context.Context, store segmentStore) (err error) {
	defer fault.Wrap(&err, "merge word segments")
	for range maxMergeRounds {
		sizes, err := store.SegmentSizes(ctx)
		if err != nil {
			return err
		}
		plan := postings.PlanMerges(sizes)
		if len(plan) == 0 {
			return nil
		}
		for _, ids := range plan {
			if err := store.MergeSegments(ctx, ids); err != nil {
				return err
			}
		}
	}
	return nil
}
