export const agentOrderings = ['-created_at', 'name', '-updated_at', '-most_recent_job', '-job_count'] as const;
export const agentTabs = ['overview', 'versions', 'code', 'settings'] as const;
