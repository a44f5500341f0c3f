console.log('errand');
